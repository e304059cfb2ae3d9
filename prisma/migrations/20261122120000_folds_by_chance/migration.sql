-- What Prisma cannot say. Nothing asks for the number of a posting any more, which the next migration takes away.

CREATE OR REPLACE FUNCTION post_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (source) SELECT TG_TABLE_NAME FROM touched LIMIT 1;
  IF random() < 0.002 THEN
    PERFORM fold_changes();
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION move_stock() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  UPDATE products SET stock = stock + moved.delta
  FROM (SELECT product_id, sum(delta) AS delta FROM new_rows GROUP BY product_id) AS moved
  WHERE products.id = moved.product_id;
  IF FOUND THEN
    INSERT INTO changes (source) VALUES ('stock_movements');
    IF random() < 0.002 THEN
      PERFORM fold_changes();
    END IF;
  END IF;
  RETURN NULL;
END
$$;

-- Whoever happens to fold does it for others, so it waits for nobody: where a deletion holds a month, all is
-- left to a later fold. Lines are looked up by index, whatever the shop was like when this was planned.
CREATE OR REPLACE FUNCTION fold_changes() RETURNS void LANGUAGE plpgsql
  SET lock_timeout = '1ms' SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  -- One at a time, or two could take months in a circle. Nobody else takes a posting away, so none is locked.
  IF NOT pg_try_advisory_xact_lock(hashtext('fold_changes')) THEN
    RETURN;
  END IF;
  WITH taken AS (
    SELECT ctid AS place FROM changes
    WHERE (source, day) IN (
      SELECT source, day FROM changes
      GROUP BY source, day HAVING count(*) > 1 OR count(document_id) > 0
    )
    -- The lines of a document may come after it: while it has none it stays, and so do those of this very
    -- transaction, or of a younger one.
    AND (document_id IS NULL OR age(xmin) > 0 AND EXISTS (
      SELECT FROM document_lines AS line
      WHERE line.source = changes.source AND line.document_id = changes.document_id OFFSET 0
    ))
    -- No more than one sale can pay for. Day by day, so that each fold leaves fewer.
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
-- Nor does it refuse what somebody else writes, however much a day came to.
EXCEPTION WHEN lock_not_available OR numeric_value_out_of_range THEN
  RETURN;
END
$$;
