/** The specification's colours: teal when positive, red when negative, grey at zero. */
export function profitSign(profit: number) {
  if (profit > 0) return 'gain'
  return profit < 0 ? 'loss' : 'even'
}
