-- Counts of the stock: what staff counted, and the correction that follows from it (decision 062).
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- Whether a movement only corrects the books, and no goods went anywhere: an import, a count, and a change by hand unless the
-- goods were damaged or used.
CREATE OR REPLACE FUNCTION is_correction(reason stock_reason, adjustment_reason text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN reason IN ('count', 'count_undone', 'import', 'import_undone') THEN true
  WHEN reason = 'adjustment' THEN coalesce(adjustment_reason, 'correction') NOT IN ('damaged', 'own-use')
  ELSE false
END;

-- The sum of the corrections of a product after a movement.
CREATE OR REPLACE FUNCTION corrected_since(product integer, movement bigint) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(sum(delta), 0) FROM stock_movements
  WHERE product_id = product AND id > movement AND is_correction(reason, adjustment_reason)
);

-- Corrects the stock of every counted product of a finished count. It becomes what was counted plus what has moved since.
CREATE OR REPLACE FUNCTION post_stock_count(asked integer, poster integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of their ids, like the products of a sale. Each later statement sees what was sold until then.
  PERFORM FROM products
    WHERE id IN (SELECT product_id FROM stock_count_products WHERE count_id = asked AND counted IS NOT NULL)
    ORDER BY id FOR NO KEY UPDATE;
  -- The subquery finds each product by its id. A join could read all lines again for each one, by outdated statistics.
  UPDATE stock_count_products AS line
    SET (posted_delta, posted_moved, unit_cost) = (
      SELECT line.counted::bigint - line.stock - corrected, product.stock - line.stock - corrected, product.cost
      FROM products AS product, corrected_since(line.product_id, line.movement_id) AS corrected
      WHERE product.id = line.product_id
    )
    WHERE count_id = asked AND counted IS NOT NULL
      AND EXISTS (SELECT FROM products WHERE id = product_id AND deleted_at IS NULL);
  UPDATE stock_counts SET state = 'posted', posted_at = now(), posted_by_id = poster,
      -- Earlier movements of these products have lower numbers, and later ones higher numbers.
      posted_through = nextval('stock_movements_id_seq'), differing = summed.differing, units = summed.units,
      value = summed.value
    FROM (
      SELECT count(*) FILTER (WHERE posted_delta <> 0) AS differing, coalesce(sum(posted_delta), 0) AS units,
        coalesce(sum(posted_delta::bigint * unit_cost), 0) AS value
      FROM stock_count_products WHERE count_id = asked
    ) AS summed
    WHERE id = asked;
  INSERT INTO stock_movements (product_id, delta, reason, count_id, user_id, unit_cost)
    SELECT product_id, posted_delta, 'count', asked, poster, unit_cost
    FROM stock_count_products WHERE count_id = asked AND posted_delta <> 0 ORDER BY product_id;
END
$$;

-- Takes the correction of a posted count back.
CREATE OR REPLACE FUNCTION undo_stock_count(asked integer, undoer integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_movements (product_id, delta, reason, count_id, user_id, unit_cost)
    SELECT product_id, -posted_delta, 'count_undone', asked, undoer, unit_cost
    FROM stock_count_products WHERE count_id = asked AND posted_delta <> 0 ORDER BY product_id;
  UPDATE stock_counts SET state = 'undone', undone_at = now(), undone_by_id = undoer WHERE id = asked;
END
$$;

-- Each number stays, also if another one replaced it.
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
