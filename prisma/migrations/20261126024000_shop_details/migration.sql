-- AlterTable
ALTER TABLE "shop" ADD COLUMN     "address" TEXT,
ADD COLUMN     "email" TEXT,
ADD COLUMN     "logo" BYTEA,
ADD COLUMN     "logo_type" TEXT,
ADD COLUMN     "name" TEXT,
ADD COLUMN     "phone" TEXT,
ADD COLUMN     "slip_footer" TEXT,
ADD COLUMN     "slip_width" TEXT NOT NULL DEFAULT '80mm',
ADD COLUMN     "tax_number" TEXT;

-- What Prisma cannot say.
ALTER TABLE shop
  ADD CONSTRAINT shop_name_trimmed_1_to_200
    CHECK (is_trimmed(name) AND char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT shop_address_trimmed_1_to_2000
    CHECK (is_trimmed(address) AND char_length(address) BETWEEN 1 AND 2000),
  ADD CONSTRAINT shop_phone_trimmed_1_to_50
    CHECK (is_trimmed(phone) AND char_length(phone) BETWEEN 1 AND 50),
  ADD CONSTRAINT shop_email_trimmed_1_to_254
    CHECK (is_trimmed(email) AND char_length(email) BETWEEN 1 AND 254),
  ADD CONSTRAINT shop_tax_number_trimmed_1_to_50
    CHECK (is_trimmed(tax_number) AND char_length(tax_number) BETWEEN 1 AND 50),
  ADD CONSTRAINT shop_slip_footer_trimmed_1_to_2000
    CHECK (is_trimmed(slip_footer) AND char_length(slip_footer) BETWEEN 1 AND 2000),
  ADD CONSTRAINT shop_slip_width_known CHECK (slip_width IN ('80mm', '58mm', 'A4')),
  ADD CONSTRAINT shop_logo_type_known CHECK (logo_type IN ('image/png', 'image/jpeg')),
  ADD CONSTRAINT shop_logo_with_type CHECK (num_nonnulls(logo, logo_type) IN (0, 2));
