-- AlterTable
ALTER TABLE "product_months" ALTER COLUMN "total_sales" SET DEFAULT 0,
ALTER COLUMN "total_sales" SET DATA TYPE BIGINT,
ALTER COLUMN "total_purchases" SET DEFAULT 0,
ALTER COLUMN "total_purchases" SET DATA TYPE BIGINT;
