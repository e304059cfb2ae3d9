export function inMegabytes(bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : `${Math.round(bytes / 2 ** 20)} MB`
}
