-- Parked sales: drafts of sales that every till can resume. They move no stock and count in no report.
-- CreateTable
CREATE TABLE "parked_sales" (
    "id" SERIAL NOT NULL,
    "name" TEXT,
    "customer_id" INTEGER,
    "discount" DECIMAL(16,2) NOT NULL DEFAULT 0,
    "shipping_fees" DECIMAL(16,2) NOT NULL DEFAULT 0,
    "remark" TEXT,
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "key" TEXT,
    "request_hash" BYTEA,
    "taken_at" TIMESTAMPTZ(3),
    "taken_by_id" INTEGER,
    "take_key" TEXT,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by_id" INTEGER,
    "deletion_batch" UUID,

    CONSTRAINT "parked_sales_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "parked_sale_lines" (
    "id" SERIAL NOT NULL,
    "parked_sale_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "price" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "parked_sale_lines_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "parked_sales_created_by_id_key_key" ON "parked_sales"("created_by_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "parked_sale_lines_parked_sale_id_product_id_key" ON "parked_sale_lines"("parked_sale_id", "product_id");

-- AddForeignKey
ALTER TABLE "parked_sales" ADD CONSTRAINT "parked_sales_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_sales" ADD CONSTRAINT "parked_sales_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_sales" ADD CONSTRAINT "parked_sales_taken_by_id_fkey" FOREIGN KEY ("taken_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_sales" ADD CONSTRAINT "parked_sales_deleted_by_id_fkey" FOREIGN KEY ("deleted_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_sale_lines" ADD CONSTRAINT "parked_sale_lines_parked_sale_id_fkey" FOREIGN KEY ("parked_sale_id") REFERENCES "parked_sales"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_sale_lines" ADD CONSTRAINT "parked_sale_lines_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.
ALTER TABLE parked_sales
  ADD CONSTRAINT parked_sales_name_trimmed_1_to_200
    CHECK (is_trimmed(name) AND char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT parked_sales_remark_trimmed_1_to_2000
    CHECK (is_trimmed(remark) AND char_length(remark) BETWEEN 1 AND 2000),
  ADD CONSTRAINT parked_sales_discount_not_negative
    CHECK (discount >= 0),
  ADD CONSTRAINT parked_sales_shipping_fees_not_negative
    CHECK (shipping_fees >= 0),
  ADD CONSTRAINT parked_sales_key_with_hash
    CHECK (num_nonnulls(key, request_hash) IN (0, 2)),
  ADD CONSTRAINT parked_sales_request_hash_is_sha256
    CHECK (octet_length(request_hash) = 32),
  ADD CONSTRAINT parked_sales_taken_by_an_account
    CHECK (num_nonnulls(taken_at, taken_by_id) IN (0, 2)),
  ADD CONSTRAINT parked_sales_take_key_of_taken_alone
    CHECK (take_key IS NULL OR taken_at IS NOT NULL),
  ADD CONSTRAINT parked_sales_deletion_marks_all_or_none
    CHECK (num_nonnulls(deleted_at, deleted_by_id, deletion_batch) IN (0, 3)),
  ADD CONSTRAINT parked_sales_taken_or_deleted
    CHECK (taken_at IS NULL OR deleted_at IS NULL);

ALTER TABLE parked_sale_lines
  ADD CONSTRAINT parked_sale_lines_price_1_to_1000000000
    CHECK (price BETWEEN 1 AND 1000000000),
  ADD CONSTRAINT parked_sale_lines_quantity_1_to_1000000
    CHECK (quantity BETWEEN 1 AND 1000000);

-- The list, and the rows that may be removed.
CREATE INDEX parked_sales_parked ON parked_sales (id DESC) WHERE taken_at IS NULL AND deleted_at IS NULL;
CREATE INDEX parked_sales_ended ON parked_sales (coalesce(taken_at, deleted_at))
  WHERE taken_at IS NOT NULL OR deleted_at IS NOT NULL;

CREATE TRIGGER parked_sales_inserted AFTER INSERT ON parked_sales
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER parked_sales_updated AFTER UPDATE ON parked_sales REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER parked_sales_deleted AFTER DELETE ON parked_sales
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
