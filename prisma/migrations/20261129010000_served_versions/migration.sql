-- Serves: nothing older
-- Older programs do not read this table: their /readyz answers 503 at any newer schema.

-- Which older versions the schema still serves. The program that migrates writes it with each migration, from the line
-- "Serves" of its file. Two versions can so serve side by side during a rolling upgrade.
CREATE TABLE "served_versions" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "oldest" TEXT COLLATE "C" NOT NULL,
    "through" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "served_versions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "served_versions_one_row" CHECK ("id" = 1)
);
INSERT INTO served_versions (oldest, through)
VALUES ('20261129010000_served_versions', '20261129010000_served_versions');

-- One row of each running server, which renews it every ten seconds.
CREATE TABLE "servers" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "address" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "pool_size" INTEGER NOT NULL,
    "time_zone" TEXT NOT NULL,
    "secret_fingerprint" TEXT NOT NULL,

    CONSTRAINT "servers_pkey" PRIMARY KEY ("id")
);
