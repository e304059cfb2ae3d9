/** As people write it: 1,000,000. Made by hand, so that no browser's language changes a message. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
