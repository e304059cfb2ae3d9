-- A number, and the index of numbers, cost a sale more of the database's time than posting itself.
ALTER TABLE "changes" DROP COLUMN "id";
