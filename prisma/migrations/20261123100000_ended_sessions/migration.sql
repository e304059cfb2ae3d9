-- CreateTable
CREATE TABLE "ended_sessions" (
    "token_hash" BYTEA NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_sessions_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "ended_sessions_ends_at_idx" ON "ended_sessions"("ends_at");

-- What Prisma cannot say.
ALTER TABLE ended_sessions
  ADD CONSTRAINT ended_sessions_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32);
