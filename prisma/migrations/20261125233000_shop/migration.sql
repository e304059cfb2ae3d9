-- CreateTable
CREATE TABLE "shop" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "second_factor_required" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shop_pkey" PRIMARY KEY ("id")
);

-- What Prisma cannot say.
ALTER TABLE shop
  ADD CONSTRAINT shop_has_one_row CHECK (id = 1),
  ADD CONSTRAINT shop_version_positive CHECK (version > 0);
