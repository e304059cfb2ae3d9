-- How the codes of products are compared. The unique index products_code_unique_while_not_deleted calls it.
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- The spelling by which the codes of products are compared: in lower case, and a UPC-A as the EAN-13 with a
-- leading 0. codeForms in packages/contracts returns the same.
CREATE OR REPLACE FUNCTION code_key(code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
  WHEN code COLLATE "C" ~ '^[0-9]{12}$' AND (
    SELECT sum((ascii(substr(code, place, 1)) - 48) * CASE place % 2 WHEN 1 THEN 3 ELSE 1 END) % 10 = 0
    FROM generate_series(1, 12) AS place
  ) THEN '0' || code
  ELSE lower(code COLLATE "C")
END;
