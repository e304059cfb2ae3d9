-- Posting a count of 10,000 products took minutes if the statistics did not know the count yet: a join ran its subquery, which
-- has all lines, again for each line. Every line now finds its own product.
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
