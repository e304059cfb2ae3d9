-- AlterTable
ALTER TABLE "users" ALTER COLUMN "token_version" SET DEFAULT floor(random() * 1000000000);

-- What Prisma cannot say.

-- 1. A movement that is inserted locks its product, is numbered and gets its balance; once all of a
-- statement's movements stand, each product's stock is moved once. Not product by product as the
-- movements come: thousands of versions of one row in one transaction, each found through all before
-- it, take minutes.
DROP TRIGGER stock_movements_move_stock ON stock_movements;

CREATE FUNCTION balance_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  due bigint;
BEGIN
  PERFORM FROM products WHERE id = NEW.product_id FOR NO KEY UPDATE;
  -- Of this statement, too: what it has inserted so far is seen here.
  SELECT balance INTO due FROM stock_movements
    WHERE product_id = NEW.product_id ORDER BY id DESC LIMIT 1;
  due := coalesce(due, 0) + NEW.delta;
  IF abs(due) > 2000000000 THEN
    RAISE EXCEPTION 'The stock of product % would become %.', NEW.product_id, due
      USING ERRCODE = 'check_violation',
        TABLE = 'products',
        CONSTRAINT = 'products_stock_within_2000000000';
  END IF;
  NEW.balance := due;
  -- Under the lock: numbered before it, two movements of one moment could stand in the ledger in
  -- another order than they moved the stock.
  NEW.id := nextval('stock_movements_id_seq');
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION move_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET stock = stock + moved.delta
  FROM (SELECT product_id, sum(delta) AS delta FROM new_rows GROUP BY product_id) AS moved
  WHERE products.id = moved.product_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER stock_movements_balance
  BEFORE INSERT ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION balance_movement();
CREATE TRIGGER stock_movements_move_stock
  AFTER INSERT ON stock_movements REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION move_stock();

-- 2. The totals of sales and purchases, as before, but looked up by index: OFFSET 0 keeps PostgreSQL
-- at it. A session that made its plan while the shop was small would read whole tables for every sale,
-- until the next ANALYZE.
CREATE OR REPLACE FUNCTION sales_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
    ) AS moved CROSS JOIN LATERAL (
      SELECT product_id, quantity, total FROM sale_lines WHERE sale_id = moved.sale_id OFFSET 0
    ) AS line
    GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (month, product_id) DO UPDATE SET
    units_sold = kept.units_sold + excluded.units_sold,
    total_sales = kept.total_sales + excluded.total_sales;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION sale_lines_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_months AS kept (month, product_id, units_sold, total_sales)
    SELECT date_trunc('month', sale_date::timestamp), product_id, sum(quantity), sum(total)
    FROM new_rows AS line CROSS JOIN LATERAL (
      SELECT sale_date FROM sales WHERE id = line.sale_id AND deleted_at IS NULL OFFSET 0
    ) AS sale
    GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (month, product_id) DO UPDATE SET
    units_sold = kept.units_sold + excluded.units_sold,
    total_sales = kept.total_sales + excluded.total_sales;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION purchases_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
    ) AS moved CROSS JOIN LATERAL (
      SELECT product_id, quantity, total FROM purchase_lines WHERE purchase_id = moved.purchase_id
      OFFSET 0
    ) AS line
    GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (month, product_id) DO UPDATE SET
    units_purchased = kept.units_purchased + excluded.units_purchased,
    total_purchases = kept.total_purchases + excluded.total_purchases;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION purchase_lines_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_months AS kept (month, product_id, units_purchased, total_purchases)
    SELECT date_trunc('month', purchase_date::timestamp), product_id, sum(quantity), sum(total)
    FROM new_rows AS line CROSS JOIN LATERAL (
      SELECT purchase_date FROM purchases WHERE id = line.purchase_id AND deleted_at IS NULL OFFSET 0
    ) AS purchase
    GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (month, product_id) DO UPDATE SET
    units_purchased = kept.units_purchased + excluded.units_purchased,
    total_purchases = kept.total_purchases + excluded.total_purchases;
  RETURN NULL;
END
$$;
