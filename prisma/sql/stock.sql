-- The stock of a product is the sum of its ledger, stock_movements, and only the ledger changes it.
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- Numbers a new movement and computes its balance. The lock on the product serializes movements of one
-- product. A statement with several movements must sort them by product id, or two statements can deadlock.
CREATE OR REPLACE FUNCTION balance_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  due bigint;
BEGIN
  PERFORM FROM products WHERE id = NEW.product_id FOR NO KEY UPDATE;
  -- This also sees the rows that the same statement has inserted so far.
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
  -- The column's default took its number before the lock. Concurrent movements could stand in the ledger
  -- in another order than they moved the stock.
  NEW.id := nextval('stock_movements_id_seq');
  RETURN NEW;
END
$$;

CREATE TRIGGER stock_movements_balance
  BEFORE INSERT ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION balance_movement();

-- Moves the stock of each product once a statement, and posts the change of the ledger.
-- Row by row, a bulk delete of 10,000 sales of nine products took over 30 seconds; this takes 3.
--
-- The planner settings force index lookups: a session keeps its first plan, and after a bulk delete that
-- plan read all products for every sale until the next ANALYZE.
CREATE OR REPLACE FUNCTION move_stock() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  UPDATE products SET stock = stock + moved.delta
  FROM (SELECT product_id, sum(delta) AS delta FROM new_rows GROUP BY product_id) AS moved
  WHERE products.id = moved.product_id;
  -- It posts the change itself: post_change would ask again whether there are rows.
  -- Every sale and purchase moves stock, so this line also decides when their postings are folded.
  IF FOUND THEN
    INSERT INTO changes (source) VALUES ('stock_movements');
    IF random() < 0.002 THEN
      PERFORM fold_changes();
    END IF;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER stock_movements_move_stock
  AFTER INSERT ON stock_movements REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION move_stock();

-- Refuses every other change of a stock.
CREATE OR REPLACE FUNCTION refuse_stock_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The stock of product % changes by a stock movement alone.', NEW.id
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'products_stock_by_ledger_alone',
      HINT = 'Insert into stock_movements.';
END
$$;

-- The depth is above 0 while move_stock updates the product, and 0 for a statement of a client.
CREATE TRIGGER products_stock_by_ledger_alone
  BEFORE UPDATE OF stock ON products
  FOR EACH ROW WHEN (OLD.stock <> NEW.stock AND pg_trigger_depth() = 0)
  EXECUTE FUNCTION refuse_stock_change();

-- A product begins with stock 0. Its opening stock is the first movement.
CREATE TRIGGER products_begin_without_stock
  BEFORE INSERT ON products
  FOR EACH ROW WHEN (NEW.stock <> 0)
  EXECUTE FUNCTION refuse_stock_change();

-- The ledger is append-only.
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The stock ledger is append-only: % on % is refused.', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'stock_movements_append_only',
      HINT = 'Post another movement that takes the wrong one back.';
END
$$;

-- The trigger is for each statement: it also refuses one that matches no row, and TRUNCATE has no rows.
CREATE TRIGGER stock_movements_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_movements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
