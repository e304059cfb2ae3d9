-- Bcrypt of a password's digest, which is of all of it, beside bcrypt of its first 72 bytes, as it was before.
ALTER TABLE users
  DROP CONSTRAINT users_password_hash_is_bcrypt,
  ADD CONSTRAINT users_password_hash_is_bcrypt
    CHECK (password_hash ~ '^(hmac-sha384:)?\$2[aby]\$[0-9]{2}\$.{53}$');
