-- A stock count moves stock. PostgreSQL uses a new value only after its transaction, so the rest follows in the next migration.
ALTER TYPE "stock_reason" ADD VALUE 'count';
ALTER TYPE "stock_reason" ADD VALUE 'count_undone';
