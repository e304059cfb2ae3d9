-- The user may choose the day of an expense, which moves created_at. entered_at keeps the moment of entry.
-- All expenses so far were entered when they were created. The update also posts a change of the list.
ALTER TABLE "expenses" ADD COLUMN "entered_at" TIMESTAMPTZ(3);
UPDATE "expenses" SET "entered_at" = "created_at";
ALTER TABLE "expenses" ALTER COLUMN "entered_at" SET DEFAULT CURRENT_TIMESTAMP,
  ALTER COLUMN "entered_at" SET NOT NULL;
