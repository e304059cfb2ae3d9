-- Imports of records from files, and what is needed to undo them.
-- AlterTable
ALTER TABLE "stock_movements" ADD COLUMN     "import_id" INTEGER;

-- CreateTable
CREATE TABLE "shop_keys" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "key" TEXT NOT NULL DEFAULT substr(md5(gen_random_uuid()::text), 1, 8),

    CONSTRAINT "shop_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "imports" (
    "id" SERIAL NOT NULL,
    "resource" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'uploaded',
    "row_count" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "columns" JSONB NOT NULL,
    "mapping" JSONB NOT NULL,
    "options" JSONB NOT NULL DEFAULT '{}',
    "counts" JSONB,
    "new_categories" JSONB NOT NULL DEFAULT '[]',
    "new_category_count" INTEGER NOT NULL DEFAULT 0,
    "notes" JSONB NOT NULL DEFAULT '[]',
    "last_record_id" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "undo" JSONB,
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "previewed_at" TIMESTAMPTZ(3),
    "committed_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "key" TEXT,
    "request_hash" BYTEA NOT NULL,
    "commit_key" TEXT,
    "revert_key" TEXT,

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_rows" (
    "import_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "cells" JSONB NOT NULL,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateTable
CREATE TABLE "import_plans" (
    "import_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" INTEGER,
    "record_version" INTEGER,
    "fields" JSONB NOT NULL,
    "before" JSONB NOT NULL,
    "stock_delta" INTEGER NOT NULL DEFAULT 0,
    "problems" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "import_plans_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateTable
CREATE TABLE "import_changes" (
    "import_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "record_id" INTEGER NOT NULL,
    "is_created" BOOLEAN NOT NULL,
    "before" JSONB NOT NULL DEFAULT '{}',
    "after" JSONB NOT NULL DEFAULT '{}',
    "stock_delta" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "import_changes_pkey" PRIMARY KEY ("import_id","source","record_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "imports_created_by_id_key_key" ON "imports"("created_by_id", "key");

-- AddForeignKey
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say.
ALTER TABLE shop_keys
  ADD CONSTRAINT shop_keys_one_row CHECK (id = 1),
  ADD CONSTRAINT shop_keys_key_of_8_hex_digits CHECK (key ~ '^[0-9a-f]{8}$');

ALTER TABLE imports
  ADD CONSTRAINT imports_resource_known CHECK (resource IN
    ('products', 'customers', 'suppliers', 'categories', 'expense-categories', 'expenses')),
  ADD CONSTRAINT imports_format_known CHECK (format IN ('csv', 'xlsx')),
  ADD CONSTRAINT imports_state_known CHECK (state IN
    ('uploaded', 'previewed', 'committing', 'committed', 'reverting', 'reverted', 'failed')),
  ADD CONSTRAINT imports_committed_once CHECK (
    (committed_at IS NOT NULL) = (state IN ('committed', 'reverting', 'reverted')));
ALTER TABLE import_plans
  ADD CONSTRAINT import_plans_kind_known CHECK (kind IN ('new', 'changed', 'refused', 'duplicates')),
  ADD CONSTRAINT import_plans_record_fits_kind CHECK (kind <> 'changed' OR record_id IS NOT NULL);
ALTER TABLE import_changes
  ADD CONSTRAINT import_changes_source_known CHECK (source IN
    ('products', 'customers', 'suppliers', 'categories', 'expense_categories', 'expenses'));
-- One import or undo runs at a time.
CREATE UNIQUE INDEX imports_one_running ON imports ((true)) WHERE state IN ('committing', 'reverting');

ALTER TABLE stock_movements
  ADD CONSTRAINT stock_movements_import_fits_reason
    CHECK ((import_id IS NOT NULL) = (reason IN ('import', 'import_undone')));
-- No import and no undo can move a stock twice.
CREATE UNIQUE INDEX stock_movements_once_per_import
  ON stock_movements (import_id, product_id, reason) WHERE import_id IS NOT NULL;

-- A stock that a user changed by hand or by a file. The ledger names its account. The stock of a product that the
-- same file created is a part of its creation.
CREATE OR REPLACE FUNCTION post_stock_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activities (at, user_id, action, resource, record_id, record_name, changes)
    SELECT activity_moment(NEW.created_at), NEW.user_id, 'changed', 'products', id, name, jsonb_build_array(jsonb_build_object(
      'field', 'stock', 'before', NEW.balance - NEW.delta, 'after', NEW.balance))
    FROM products
    WHERE id = NEW.product_id AND (NEW.reason = 'adjustment' OR created_at < NEW.created_at - interval '1 ms');
  RETURN NULL;
END
$$;
DROP TRIGGER stock_movements_activity ON stock_movements;
CREATE TRIGGER stock_movements_activity AFTER INSERT ON stock_movements
  FOR EACH ROW WHEN (NEW.reason IN ('adjustment', 'import', 'import_undone')) EXECUTE FUNCTION post_stock_activity();

-- The view reads all columns, and keeps those of its creation.
CREATE OR REPLACE VIEW inv_stock_balances AS
  SELECT product_id, id AS movement_id, balance, moved_so_far
  FROM (
    SELECT product_id, id, balance,
      sum(delta) OVER (PARTITION BY product_id ORDER BY id ROWS UNBOUNDED PRECEDING) AS moved_so_far
    FROM (SELECT * FROM stock_movements OFFSET 0) AS movement
  ) AS movement
  WHERE balance <> moved_so_far;

-- Products whose movements by an import differ from what the import did.
CREATE VIEW inv_stock_imports AS
  SELECT import_id, product_id, moved.delta, undone, due.delta AS due
  FROM (
    SELECT import_id, product_id, sum(delta) FILTER (WHERE reason = 'import') AS delta,
      sum(delta) FILTER (WHERE reason = 'import_undone') AS undone
    FROM stock_movements WHERE import_id IS NOT NULL GROUP BY import_id, product_id
  ) AS moved FULL JOIN (
    SELECT import_id, record_id AS product_id, stock_delta AS delta FROM import_changes
    WHERE source = 'products' AND stock_delta <> 0
  ) AS due USING (import_id, product_id)
  WHERE moved.delta IS DISTINCT FROM due.delta OR undone <> -moved.delta;
COMMENT ON VIEW inv_stock_imports IS
  'Every import moved the stock of a product as it says, and its undo took back no more and no less.';

-- Replaces the rows of each source and day by one, and adds the lines of posted documents to product_months.
-- A fold of 500 sales of three lines takes 17 ms.
--
-- A long transaction, such as an import, switches folds off: it would hold the months until its end.
--
-- The write that folds must not wait and must not fail: the lock timeout is 1 ms, and the handler at the end
-- leaves all rows to a later fold. The planner settings force index lookups of the lines.
CREATE OR REPLACE FUNCTION fold_changes() RETURNS void LANGUAGE plpgsql
  SET lock_timeout = '1ms' SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  -- One fold at a time: two could deadlock on months. Nothing else deletes postings, so none is locked.
  IF current_setting('stockie.folds', true) = 'off' OR NOT pg_try_advisory_xact_lock(hashtext('fold_changes')) THEN
    RETURN;
  END IF;
  WITH taken AS (
    SELECT ctid AS place FROM changes
    WHERE (source, day) IN (
      SELECT source, day FROM changes
      GROUP BY source, day HAVING count(*) > 1 OR count(document_id) > 0
    )
    -- The lines of a document may follow it. Skip documents without lines, and those of this transaction
    -- or a younger one, whose lines may be incomplete.
    AND (document_id IS NULL OR age(xmin) > 0 AND EXISTS (
      SELECT FROM document_lines AS line
      WHERE line.source = changes.source AND line.document_id = changes.document_id OFFSET 0
    ))
    -- The limit bounds the cost for one write. In order of days, so that each fold leaves fewer days.
    ORDER BY source, day LIMIT 2500
  ), gone AS (
    DELETE FROM changes USING taken WHERE changes.ctid = taken.place
    RETURNING changes.source, changes.day, changes.count, changes.amount, changes.document_id
  ), months AS (
    INSERT INTO product_months AS kept
      SELECT date_trunc('month', day::timestamp), product_id, sum(units_sold), sum(total_sales),
        sum(units_purchased), sum(total_purchases)
      FROM gone CROSS JOIN LATERAL (
        SELECT * FROM document_lines AS line
        WHERE line.source = gone.source AND line.document_id = gone.document_id OFFSET 0
      ) AS line
      GROUP BY 1, 2 ORDER BY 2, 1
    ON CONFLICT (month, product_id) DO UPDATE SET
      units_sold = kept.units_sold + excluded.units_sold,
      total_sales = kept.total_sales + excluded.total_sales,
      units_purchased = kept.units_purchased + excluded.units_purchased,
      total_purchases = kept.total_purchases + excluded.total_purchases
  )
  INSERT INTO changes (source, day, count, amount)
    SELECT source, day, sum(count), sum(amount) FROM gone GROUP BY source, day;
-- A deletion holds a month, or a total exceeds its column.
EXCEPTION WHEN lock_not_available OR numeric_value_out_of_range THEN
  RETURN;
END
$$;
