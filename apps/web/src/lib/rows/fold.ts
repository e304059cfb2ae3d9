const ascii = /^[\p{ASCII}]*$/u
const marks = /\p{M}/gu

/** 'ÉMILIE' and 'Émilie' are 'emilie': what one types need not have the right case and accents. */
export function fold(text: string) {
  if (ascii.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').toLowerCase().replace(marks, '')
}
