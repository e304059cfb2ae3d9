-- AlterTable
ALTER TABLE "stock_movements" ALTER COLUMN "balance" SET DEFAULT 0;

-- AlterTable
ALTER TABLE "idempotency_records" DROP COLUMN "body",
DROP COLUMN "status",
ADD COLUMN     "document_id" INTEGER NOT NULL;

-- CreateTable
CREATE TABLE "changes" (
    "id" BIGSERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "day" DATE NOT NULL DEFAULT '-infinity'::date,
    "count" BIGINT NOT NULL DEFAULT 1,
    "amount" DECIMAL(20,2) NOT NULL DEFAULT 0,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_months" (
    "month" DATE NOT NULL,
    "product_id" INTEGER NOT NULL,
    "units_sold" BIGINT NOT NULL DEFAULT 0,
    "total_sales" DECIMAL(20,2) NOT NULL DEFAULT 0,
    "units_purchased" BIGINT NOT NULL DEFAULT 0,
    "total_purchases" DECIMAL(20,2) NOT NULL DEFAULT 0,

    CONSTRAINT "product_months_pkey" PRIMARY KEY ("month","product_id")
);

-- AddForeignKey
ALTER TABLE "product_months" ADD CONSTRAINT "product_months_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.

-- 1. The ledger is the door to stock. A movement that is inserted moves the stock of its product and
-- notes the balance, under the lock of the product's row. Whoever posts several movements at once
-- inserts them in the order of product ids, so that no two wait for each other in a circle.
CREATE FUNCTION move_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Beyond the limit it becomes a value that the column's CHECK refuses by its name; added up as
  -- integers it could overflow before that.
  UPDATE products
    SET stock = greatest(-2000000001, least(2000000001, stock::bigint + NEW.delta))
    WHERE id = NEW.product_id
    RETURNING stock INTO NEW.balance;
  -- An unknown product is refused by the foreign key, which says so better.
  NEW.balance := coalesce(NEW.balance, 0);
  -- Under the lock: numbered before it, two movements of one moment could stand in the ledger in
  -- another order than they moved the stock.
  NEW.id := nextval('stock_movements_id_seq');
  RETURN NEW;
END
$$;

CREATE TRIGGER stock_movements_move_stock
  BEFORE INSERT ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION move_stock();

CREATE FUNCTION refuse_stock_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The stock of product % changes by a stock movement alone.', NEW.id
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'products_stock_by_ledger_alone',
      HINT = 'Insert into stock_movements.';
END
$$;

-- The depth tells the ledger's own trigger from everybody else.
CREATE TRIGGER products_stock_by_ledger_alone
  BEFORE UPDATE OF stock ON products
  FOR EACH ROW WHEN (OLD.stock <> NEW.stock AND pg_trigger_depth() = 0)
  EXECUTE FUNCTION refuse_stock_change();

CREATE TRIGGER products_begin_without_stock
  BEFORE INSERT ON products
  FOR EACH ROW WHEN (NEW.stock <> 0)
  EXECUTE FUNCTION refuse_stock_change();

-- The trigger writes what the column of the product's stock has just let through.
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_balance_within_2000000000;

-- 2. Every statement leaves its row in "changes".
CREATE INDEX changes_source_day ON changes (source, day) INCLUDE (count, amount);

-- A statement that touches no row changes nothing, and leaves none.
CREATE FUNCTION post_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM touched) THEN
    INSERT INTO changes (source) VALUES (TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END
$$;

DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY['users', 'customers', 'suppliers', 'categories', 'expense_categories',
    'expenses', 'products', 'stock_movements']
  LOOP
    EXECUTE format('CREATE TRIGGER %1$s_inserted AFTER INSERT ON %1$s REFERENCING NEW TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION post_change()', source);
    -- Not where the ledger moves stock, which it does once for each of its rows and notes itself.
    EXECUTE format('CREATE TRIGGER %1$s_updated AFTER UPDATE ON %1$s REFERENCING NEW TABLE AS touched
      FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change()', source);
    EXECUTE format('CREATE TRIGGER %1$s_deleted AFTER DELETE ON %1$s REFERENCING OLD TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION post_change()', source);
  END LOOP;
END
$$;

-- One row for each of a source's days instead of many: also of days that nothing more is posted to, or
-- each of them would keep its last few hundred rows for ever. What another fold holds is left to it,
-- and what a write has not committed yet is not seen, so nobody waits.
CREATE FUNCTION fold_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH taken AS (
    SELECT id FROM changes
    WHERE source = NEW.source AND day IN (
      SELECT day FROM changes WHERE source = NEW.source GROUP BY day HAVING count(*) > 1
    )
    FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM changes USING taken WHERE changes.id = taken.id
    RETURNING changes.day, changes.count, changes.amount
  )
  INSERT INTO changes (source, day, count, amount)
    SELECT NEW.source, day, sum(count), sum(amount) FROM gone GROUP BY day;
  RETURN NULL;
END
$$;

-- About every 250th row, as if at random: a fold takes an id itself, and with every 250th, or any other
-- number, two sources that are written in turn could fall into a rhythm that never folds one of them.
CREATE TRIGGER changes_fold
  AFTER INSERT ON changes
  FOR EACH ROW WHEN (hashint8(NEW.id) % 250 = 0 AND NEW.count = 1) EXECUTE FUNCTION fold_changes();

-- 3. What sales and purchases come to: by day in "changes", by product and month in "product_months".
-- Deleted documents count nowhere. Recording, deleting, restoring and whatever else changes a document
-- are all the same here: what was there before is taken away and what is there now is added.
CREATE FUNCTION sales_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (source, day, count, amount)
    SELECT 'sales', sale_date, 1, coalesce(sum(total_amount) FILTER (WHERE deleted_at IS NULL), 0)
    FROM new_rows GROUP BY sale_date;
  RETURN NULL;
END
$$;

CREATE FUNCTION sales_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (source, day, count, amount)
    SELECT 'sales', sale_date, 1, sum(amount) FROM (
      SELECT sale_date, CASE WHEN deleted_at IS NULL THEN -total_amount ELSE 0 END AS amount FROM old_rows
      UNION ALL
      SELECT sale_date, CASE WHEN deleted_at IS NULL THEN total_amount ELSE 0 END FROM new_rows
    ) AS moved GROUP BY sale_date;
  INSERT INTO product_months AS kept (month, product_id, units_sold, total_sales)
    SELECT date_trunc('month', sale_date::timestamp), product_id, sum(sign * quantity), sum(sign * total)
    FROM (
      SELECT id AS sale_id, sale_date, -1 AS sign FROM old_rows WHERE deleted_at IS NULL
      UNION ALL
      SELECT id, sale_date, 1 FROM new_rows WHERE deleted_at IS NULL
    ) AS moved JOIN sale_lines USING (sale_id)
    GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (month, product_id) DO UPDATE SET
    units_sold = kept.units_sold + excluded.units_sold,
    total_sales = kept.total_sales + excluded.total_sales;
  RETURN NULL;
END
$$;

CREATE FUNCTION sale_lines_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_months AS kept (month, product_id, units_sold, total_sales)
    SELECT date_trunc('month', sales.sale_date::timestamp), line.product_id, sum(line.quantity), sum(line.total)
    FROM new_rows AS line JOIN sales ON sales.id = line.sale_id
    WHERE sales.deleted_at IS NULL
    GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (month, product_id) DO UPDATE SET
    units_sold = kept.units_sold + excluded.units_sold,
    total_sales = kept.total_sales + excluded.total_sales;
  RETURN NULL;
END
$$;

CREATE FUNCTION purchases_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (source, day, count, amount)
    SELECT 'purchases', purchase_date, 1,
      coalesce(sum(total_amount) FILTER (WHERE deleted_at IS NULL), 0)
    FROM new_rows GROUP BY purchase_date;
  RETURN NULL;
END
$$;

CREATE FUNCTION purchases_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (source, day, count, amount)
    SELECT 'purchases', purchase_date, 1, sum(amount) FROM (
      SELECT purchase_date, CASE WHEN deleted_at IS NULL THEN -total_amount ELSE 0 END AS amount
      FROM old_rows
      UNION ALL
      SELECT purchase_date, CASE WHEN deleted_at IS NULL THEN total_amount ELSE 0 END FROM new_rows
    ) AS moved GROUP BY purchase_date;
  INSERT INTO product_months AS kept (month, product_id, units_purchased, total_purchases)
    SELECT date_trunc('month', purchase_date::timestamp), product_id, sum(sign * quantity), sum(sign * total)
    FROM (
      SELECT id AS purchase_id, purchase_date, -1 AS sign FROM old_rows WHERE deleted_at IS NULL
      UNION ALL
      SELECT id, purchase_date, 1 FROM new_rows WHERE deleted_at IS NULL
    ) AS moved JOIN purchase_lines USING (purchase_id)
    GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (month, product_id) DO UPDATE SET
    units_purchased = kept.units_purchased + excluded.units_purchased,
    total_purchases = kept.total_purchases + excluded.total_purchases;
  RETURN NULL;
END
$$;

CREATE FUNCTION purchase_lines_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_months AS kept (month, product_id, units_purchased, total_purchases)
    SELECT date_trunc('month', purchases.purchase_date::timestamp), line.product_id,
      sum(line.quantity), sum(line.total)
    FROM new_rows AS line JOIN purchases ON purchases.id = line.purchase_id
    WHERE purchases.deleted_at IS NULL
    GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (month, product_id) DO UPDATE SET
    units_purchased = kept.units_purchased + excluded.units_purchased,
    total_purchases = kept.total_purchases + excluded.total_purchases;
  RETURN NULL;
END
$$;

CREATE TRIGGER sales_recorded
  AFTER INSERT ON sales REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sales_recorded();
CREATE TRIGGER sales_changed
  AFTER UPDATE ON sales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sales_changed();
CREATE TRIGGER sale_lines_recorded
  AFTER INSERT ON sale_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sale_lines_recorded();
CREATE TRIGGER purchases_recorded
  AFTER INSERT ON purchases REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION purchases_recorded();
CREATE TRIGGER purchases_changed
  AFTER UPDATE ON purchases REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION purchases_changed();
CREATE TRIGGER purchase_lines_recorded
  AFTER INSERT ON purchase_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION purchase_lines_recorded();

-- Lines are written once, with their document; the totals above count on it.
CREATE FUNCTION refuse_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The lines of a document never change: % on % is refused.', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = TG_TABLE_NAME || '_never_change',
      HINT = 'Delete the document and record another.';
END
$$;

CREATE TRIGGER sale_lines_never_change
  BEFORE UPDATE OR DELETE OR TRUNCATE ON sale_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_line_change();
CREATE TRIGGER purchase_lines_never_change
  BEFORE UPDATE OR DELETE OR TRUNCATE ON purchase_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_line_change();

-- Every sale touches its day and its products' months: room for the new versions on their pages.
ALTER TABLE product_months SET (fillfactor = 70);

-- What is there already.
INSERT INTO changes (source, day, count, amount)
  SELECT 'sales', sale_date, count(*), coalesce(sum(total_amount) FILTER (WHERE deleted_at IS NULL), 0)
  FROM sales GROUP BY sale_date;
INSERT INTO changes (source, day, count, amount)
  SELECT 'purchases', purchase_date, count(*),
    coalesce(sum(total_amount) FILTER (WHERE deleted_at IS NULL), 0)
  FROM purchases GROUP BY purchase_date;
INSERT INTO product_months
  SELECT date_trunc('month', day::timestamp), product_id, sum(units_sold), sum(total_sales),
    sum(units_purchased), sum(total_purchases)
  FROM (
    SELECT sale_date AS day, product_id, quantity AS units_sold, total AS total_sales,
      0 AS units_purchased, 0 AS total_purchases
    FROM sales JOIN sale_lines ON sale_id = sales.id WHERE deleted_at IS NULL
    UNION ALL
    SELECT purchase_date, product_id, 0, 0, quantity, total
    FROM purchases JOIN purchase_lines ON purchase_id = purchases.id WHERE deleted_at IS NULL
  ) AS lines GROUP BY 1, 2;
