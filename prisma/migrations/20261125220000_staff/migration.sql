-- AlterTable
ALTER TABLE "users" ADD COLUMN     "must_change_password" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- What Prisma cannot say.
ALTER TABLE users ADD CONSTRAINT users_version_positive CHECK (version > 0);
