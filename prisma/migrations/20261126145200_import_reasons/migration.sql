-- A file can set the stock of a product. PostgreSQL uses a new value only after its transaction, so the rest follows in
-- the next migration.
ALTER TYPE "stock_reason" ADD VALUE 'import';
ALTER TYPE "stock_reason" ADD VALUE 'import_undone';
