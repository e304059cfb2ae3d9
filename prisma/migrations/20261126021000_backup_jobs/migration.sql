-- CreateTable
CREATE TABLE "backup_jobs" (
    "id" SERIAL NOT NULL,
    "requested_by" INTEGER,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "done" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL DEFAULT 0,
    "error" TEXT,
    "name" TEXT,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "backup_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "download_tickets" (
    "token_hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "download_tickets_pkey" PRIMARY KEY ("token_hash")
);

-- What Prisma cannot say.
ALTER TABLE backup_jobs
  ADD CONSTRAINT backup_jobs_state_known CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  ADD CONSTRAINT backup_jobs_progress_within_total CHECK (done BETWEEN 0 AND total),
  ADD CONSTRAINT backup_jobs_failure_has_reason CHECK ((state = 'failed') = (error IS NOT NULL));
ALTER TABLE download_tickets
  ADD CONSTRAINT download_tickets_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32);

-- At most one backup waits or runs.
CREATE UNIQUE INDEX backup_jobs_one_open ON backup_jobs ((true)) WHERE state IN ('waiting', 'running');
