-- AlterTable
ALTER TABLE "users" ADD COLUMN     "recovery_hashes" BYTEA[],
ADD COLUMN     "recovery_salt" BYTEA,
ADD COLUMN     "second_factor_pending" BYTEA,
ADD COLUMN     "second_factor_secret" BYTEA,
ADD COLUMN     "second_factor_step" BIGINT;

-- What Prisma cannot say.
ALTER TABLE users
  ADD CONSTRAINT users_second_factor_whole CHECK (
    (second_factor_secret IS NULL) = (second_factor_step IS NULL)
    AND (second_factor_secret IS NULL) = (recovery_salt IS NULL)
    AND (second_factor_secret IS NOT NULL OR coalesce(cardinality(recovery_hashes), 0) = 0)
  );
