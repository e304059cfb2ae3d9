-- DropIndex
DROP INDEX "sales_customer_id_idx";

-- DropIndex
DROP INDEX "purchases_supplier_id_idx";

-- DropIndex
DROP INDEX "sale_lines_product_id_idx";

-- DropIndex
DROP INDEX "purchase_lines_product_id_idx";

-- CreateIndex
CREATE INDEX "sale_lines_product_id_id_idx" ON "sale_lines"("product_id", "id");

-- CreateIndex
CREATE INDEX "purchase_lines_product_id_id_idx" ON "purchase_lines"("product_id", "id");

-- What Prisma cannot say.

-- The documents of a customer or supplier, newest first. A sale writes as many indexes as before. The included
-- columns give a party's totals without the table.
CREATE INDEX sales_customer_history ON sales (customer_id, sale_date, id)
  INCLUDE (total_amount, deleted_at);
CREATE INDEX purchases_supplier_history ON purchases (supplier_id, purchase_date, id)
  INCLUDE (total_amount, deleted_at);
