-- What Prisma cannot say: how reports add up. sum() of whole numbers as long as these is a decimal, which
-- takes longer.
CREATE AGGREGATE whole_sum(bigint) (SFUNC = int8pl, STYPE = bigint);
