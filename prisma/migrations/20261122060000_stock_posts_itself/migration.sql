-- What Prisma cannot say.

-- 1. A session plans this once, for as many movements as the first statement brings: where that was a bulk
-- delete, it went on to read all products for every sale, until the next ANALYZE.
-- 2. It posts the change itself: a second trigger would ask once more whether there is any row. Every document
-- moves stock, so that this folds for them as well.
CREATE OR REPLACE FUNCTION move_stock() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  posted bigint;
BEGIN
  UPDATE products SET stock = stock + moved.delta
  FROM (SELECT product_id, sum(delta) AS delta FROM new_rows GROUP BY product_id) AS moved
  WHERE products.id = moved.product_id;
  IF FOUND THEN
    INSERT INTO changes (source) VALUES ('stock_movements') RETURNING id INTO posted;
    IF hashint8(posted) % 500 = 0 THEN
      PERFORM fold_changes();
    END IF;
  END IF;
  RETURN NULL;
END
$$;

DROP TRIGGER stock_movements_inserted ON stock_movements;
