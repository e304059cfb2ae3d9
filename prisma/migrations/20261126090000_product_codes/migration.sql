-- An optional code of each product, such as the number of its barcode.
ALTER TABLE products ADD COLUMN "code" TEXT;

ALTER TABLE products
  ADD CONSTRAINT products_code_printable_1_to_64
    CHECK (code COLLATE "C" ~ '^[!-~]([ -~]{0,62}[!-~])?$');

-- The spelling by which the codes of products are compared: in lower case, and a UPC-A as the EAN-13 with a
-- leading 0. codeForms in packages/contracts returns the same.
CREATE FUNCTION code_key(code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
  WHEN code COLLATE "C" ~ '^[0-9]{12}$' AND (
    SELECT sum((ascii(substr(code, place, 1)) - 48) * CASE place % 2 WHEN 1 THEN 3 ELSE 1 END) % 10 = 0
    FROM generate_series(1, 12) AS place
  ) THEN '0' || code
  ELSE lower(code COLLATE "C")
END;

CREATE UNIQUE INDEX products_code_unique_while_not_deleted ON products (code_key(code))
  WHERE deleted_at IS NULL AND code IS NOT NULL;

-- A change of the code is an activity, and counts in the version.
CREATE OR REPLACE FUNCTION activity_facts(record products) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name, 'deletedAt', record.deleted_at, 'deletedBy', record.deleted_by_id,
    'fields', jsonb_build_object('name', record.name, 'description', record.description, 'price', record.price,
      'cost', record.cost, 'code', record.code, 'categoryName', (
        SELECT jsonb_build_object('id', id, 'name', name) FROM categories WHERE id = record.category_id
      )))
$$;
DROP TRIGGER products_activity ON products;
CREATE TRIGGER products_activity
  AFTER UPDATE OF name, description, price, cost, category_id, code, deleted_at ON products
  FOR EACH ROW EXECUTE FUNCTION post_activity('products');
DROP TRIGGER products_version ON products;
CREATE TRIGGER products_version
  BEFORE UPDATE OF name, description, price, cost, category_id, code, version ON products
  FOR EACH ROW EXECUTE FUNCTION count_version();
