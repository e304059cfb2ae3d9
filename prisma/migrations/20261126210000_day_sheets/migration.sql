-- Day sheets: cash counts at the end of a day, with the figures of the day at that moment (decision 058).

-- CreateTable
CREATE TABLE "day_sheets" (
    "id" SERIAL NOT NULL,
    "day" DATE NOT NULL,
    "opening_float" DECIMAL(16,2) NOT NULL,
    "counted" JSONB NOT NULL,
    "counted_total" DECIMAL(16,2) NOT NULL,
    "paid_otherwise" DECIMAL(16,2) NOT NULL,
    "taken_out" JSONB NOT NULL,
    "taken_out_total" DECIMAL(18,2) NOT NULL,
    "remark" TEXT,
    "total_sales" DECIMAL(24,2) NOT NULL,
    "expected_cash" DECIMAL(24,2) NOT NULL,
    "difference" DECIMAL(24,2) NOT NULL,
    "figures" JSONB NOT NULL,
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "day_sheets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "day_sheets_day_id_idx" ON "day_sheets"("day", "id");

-- AddForeignKey
ALTER TABLE "day_sheets" ADD CONSTRAINT "day_sheets_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.
ALTER TABLE day_sheets
  ADD CONSTRAINT day_sheets_day_has_a_four_digit_year
    CHECK (day BETWEEN DATE '0001-01-01' AND DATE '9999-12-31'),
  ADD CONSTRAINT day_sheets_opening_float_not_negative
    CHECK (opening_float >= 0),
  ADD CONSTRAINT day_sheets_counted_total_not_negative
    CHECK (counted_total >= 0),
  ADD CONSTRAINT day_sheets_paid_otherwise_not_negative
    CHECK (paid_otherwise >= 0),
  ADD CONSTRAINT day_sheets_taken_out_total_not_negative
    CHECK (taken_out_total >= 0),
  ADD CONSTRAINT day_sheets_counted_as_sum_or_pieces
    CHECK (jsonb_typeof(counted) = 'object'
      AND (coalesce(jsonb_typeof(counted -> 'sum'), '') = 'number')
        <> (coalesce(jsonb_typeof(counted -> 'pieces'), '') = 'array')),
  ADD CONSTRAINT day_sheets_taken_out_array
    CHECK (jsonb_typeof(taken_out) = 'array'),
  ADD CONSTRAINT day_sheets_figures_object
    CHECK (jsonb_typeof(figures) = 'object'),
  ADD CONSTRAINT day_sheets_remark_trimmed_1_to_2000
    CHECK (is_trimmed(remark) AND char_length(remark) BETWEEN 1 AND 2000),
  ADD CONSTRAINT day_sheets_expected_cash_adds_up
    CHECK (expected_cash = opening_float + total_sales - paid_otherwise - taken_out_total),
  ADD CONSTRAINT day_sheets_difference_adds_up
    CHECK (difference = counted_total - expected_cash);

ALTER TABLE idempotency_records
  DROP CONSTRAINT idempotency_records_resource_takes_keys,
  ADD CONSTRAINT idempotency_records_resource_takes_keys
    CHECK (resource IN ('sales', 'purchases', 'returns', 'day_sheets', 'customers', 'suppliers', 'categories',
      'expense_categories', 'expenses', 'products')),
  DROP CONSTRAINT idempotency_records_first_answer_of_records_alone,
  ADD CONSTRAINT idempotency_records_first_answer_of_records_alone
    CHECK ((first_answer IS NULL) = (resource IN ('sales', 'purchases', 'returns', 'day_sheets')));

CREATE OR REPLACE FUNCTION refuse_day_sheet_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The cash counts are append-only: % is refused.', TG_OP
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'day_sheets_append_only',
      HINT = 'Store another count of the same day.';
END
$$;

CREATE TRIGGER day_sheets_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON day_sheets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_day_sheet_change();

CREATE TRIGGER day_sheets_inserted AFTER INSERT ON day_sheets
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER day_sheets_updated AFTER UPDATE ON day_sheets REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER day_sheets_deleted AFTER DELETE ON day_sheets
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();

CREATE OR REPLACE VIEW inv_records_keys AS
  SELECT resource AS source, document_id, user_id, key, created_by_id, 1 AS keys
  FROM idempotency_records LEFT JOIN (
    SELECT 'sales' AS resource, id AS document_id, created_by_id FROM sales
    UNION ALL SELECT 'purchases', id, created_by_id FROM purchases
    UNION ALL SELECT 'returns', id, created_by_id FROM returns
    UNION ALL SELECT 'day_sheets', id, created_by_id FROM day_sheets
    UNION ALL SELECT 'customers', id, NULL FROM customers
    UNION ALL SELECT 'suppliers', id, NULL FROM suppliers
    UNION ALL SELECT 'categories', id, NULL FROM categories
    UNION ALL SELECT 'expense_categories', id, NULL FROM expense_categories
    UNION ALL SELECT 'expenses', id, NULL FROM expenses
    UNION ALL SELECT 'products', id, NULL FROM products
  ) AS document USING (resource, document_id)
  WHERE document.document_id IS NULL OR created_by_id <> user_id
  UNION ALL
  SELECT resource, document_id, min(user_id), min(key), NULL, count(*)
  FROM idempotency_records GROUP BY resource, document_id HAVING count(*) > 1;
COMMENT ON VIEW inv_records_keys IS
  'Every idempotency key names an existing record, and no record has two keys. '
  'A sale, return, purchase or cash count belongs to the account that sent its key.';

CREATE OR REPLACE VIEW inv_records_actors AS
  SELECT source, record_id, user_id
  FROM (
    SELECT 'customers' AS source, id::bigint AS record_id, deleted_by_id AS user_id FROM customers
    UNION ALL SELECT 'suppliers', id, deleted_by_id FROM suppliers
    UNION ALL SELECT 'categories', id, deleted_by_id FROM categories
    UNION ALL SELECT 'expense_categories', id, deleted_by_id FROM expense_categories
    UNION ALL SELECT 'expenses', id, deleted_by_id FROM expenses
    UNION ALL SELECT 'products', id, deleted_by_id FROM products
    UNION ALL SELECT 'sales', id, deleted_by_id FROM sales
    UNION ALL SELECT 'sales', id, created_by_id FROM sales
    UNION ALL SELECT 'purchases', id, deleted_by_id FROM purchases
    UNION ALL SELECT 'purchases', id, created_by_id FROM purchases
    UNION ALL SELECT 'returns', id, deleted_by_id FROM returns
    UNION ALL SELECT 'returns', id, created_by_id FROM returns
    UNION ALL SELECT 'day_sheets', id, created_by_id FROM day_sheets
    UNION ALL SELECT 'stock_movements', id, user_id FROM stock_movements
    UNION ALL SELECT 'activities', id, user_id FROM activities
  ) AS act
  WHERE user_id IS NOT NULL AND NOT EXISTS (SELECT FROM users WHERE id = user_id);
COMMENT ON VIEW inv_records_actors IS
  'Records, cash counts, stock movements and activities name only accounts that exist.';

CREATE VIEW inv_day_sheets_totals AS
  SELECT id AS day_sheet_id, day, counted_total, counted_due, taken_out_total, taken_out_due, total_sales,
    (figures ->> 'totalSales')::numeric AS total_sales_due, expected_cash, difference
  FROM day_sheets, LATERAL (
    SELECT coalesce((counted ->> 'sum')::numeric, (
      SELECT coalesce(sum((piece ->> 'value')::numeric * (piece ->> 'count')::integer), 0)
      FROM jsonb_array_elements(counted -> 'pieces') AS piece
    )) AS counted_due, (
      SELECT coalesce(sum((taken ->> 'amount')::numeric), 0) FROM jsonb_array_elements(taken_out) AS taken
    ) AS taken_out_due
  ) AS due
  WHERE counted_total <> counted_due OR taken_out_total <> taken_out_due
    OR total_sales IS DISTINCT FROM (figures ->> 'totalSales')::numeric
    OR expected_cash <> opening_float + total_sales - paid_otherwise - taken_out_total
    OR difference <> counted_total - expected_cash;
COMMENT ON VIEW inv_day_sheets_totals IS
  'The totals of every cash count are the sums of what it stores.';
