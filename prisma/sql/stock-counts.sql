-- Counts of the stock: what staff counted, and the correction that follows from it (decision 062).
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- Corrects the stock of every counted product: it becomes what was counted plus what has moved since. A correction by
-- another count is no movement of goods. Returns the state of the count: it is not
-- posted unless it was finished. Deleted products are left out.
CREATE OR REPLACE FUNCTION post_stock_count(asked integer, poster integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  through bigint;
BEGIN
  UPDATE stock_counts SET state = 'posted', posted_at = now(), posted_by_id = poster
    WHERE id = asked AND state = 'finished';
  IF NOT FOUND THEN
    RETURN (SELECT state FROM stock_counts WHERE id = asked);
  END IF;
  -- In the order of their ids, like the products of a sale. Each later statement sees what was sold until then.
  PERFORM FROM products
    WHERE deleted_at IS NULL AND id IN (
      SELECT product_id FROM stock_count_products WHERE count_id = asked AND counted IS NOT NULL
    )
    ORDER BY id FOR NO KEY UPDATE;
  -- Earlier movements of these products have lower numbers, and later ones higher numbers.
  through := nextval('stock_movements_id_seq');
  UPDATE stock_counts SET posted_through = through WHERE id = asked;
  UPDATE stock_count_products AS line SET posted_delta = due.delta, unit_cost = due.cost
    FROM (
      SELECT product_id, counted + moved_since_count(product_id, movement_id, through) - stock_now AS delta, cost
      FROM (
        SELECT counted_line.product_id, counted, movement_id, products.stock AS stock_now, cost
        FROM stock_count_products AS counted_line JOIN products ON products.id = counted_line.product_id
        WHERE count_id = asked AND counted IS NOT NULL AND deleted_at IS NULL
      ) AS counted_product
    ) AS due
    WHERE line.count_id = asked AND line.product_id = due.product_id;
  INSERT INTO stock_movements (product_id, delta, reason, count_id, user_id, unit_cost)
    SELECT product_id, posted_delta, 'count', asked, poster, unit_cost
    FROM stock_count_products WHERE count_id = asked AND posted_delta <> 0 ORDER BY product_id;
  RETURN 'posted';
END
$$;

-- Takes the correction of a count back. Returns the state of the count.
CREATE OR REPLACE FUNCTION undo_stock_count(asked integer, undoer integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_counts SET state = 'undone', undone_at = now(), undone_by_id = undoer
    WHERE id = asked AND state = 'posted';
  IF NOT FOUND THEN
    RETURN (SELECT state FROM stock_counts WHERE id = asked);
  END IF;
  INSERT INTO stock_movements (product_id, delta, reason, count_id, user_id, unit_cost)
    SELECT product_id, -posted_delta, 'count_undone', asked, undoer, unit_cost
    FROM stock_count_products WHERE count_id = asked AND posted_delta <> 0 ORDER BY product_id;
  RETURN 'undone';
END
$$;

-- What has moved a product after one movement and before another. Corrections by counts are left out.
CREATE OR REPLACE FUNCTION moved_since_count(product integer, after bigint, before bigint) RETURNS integer
LANGUAGE sql STABLE
RETURN (
  SELECT coalesce(sum(delta), 0) FROM stock_movements
  WHERE product_id = product AND id > after AND id < before AND reason NOT IN ('count', 'count_undone')
);

-- Each number that somebody entered stays, also if another one replaced it.
CREATE OR REPLACE FUNCTION refuse_count_entry_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The numbers of a stock count are append-only: % is refused.', TG_OP
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'stock_count_entries_append_only',
      HINT = 'Enter another number.';
END
$$;

CREATE TRIGGER stock_count_entries_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_count_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_count_entry_change();
