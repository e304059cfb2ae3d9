-- What Prisma cannot say.

-- A session plans this once, for as many movements as the first statement brings: where that was a bulk
-- delete, it went on to read all products for every sale, until the next ANALYZE.
ALTER FUNCTION move_stock() SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
