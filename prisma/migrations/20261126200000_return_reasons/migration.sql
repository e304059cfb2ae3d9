-- A return moves stock. PostgreSQL uses a new value only after its transaction, so the rest follows in the next migration.
ALTER TYPE "stock_reason" ADD VALUE 'returned';
ALTER TYPE "stock_reason" ADD VALUE 'return_deleted';
ALTER TYPE "stock_reason" ADD VALUE 'return_restored';
