/** The ranges that reports are asked for; the shops have two years of trade that end today. */
export function ranges(today = new Date()) {
  const day = (months: number, days = 0) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1 + days))
      .toISOString()
      .slice(0, 10)
  const lastDay = day(0, -1)
  return {
    month: { startDate: day(-1), endDate: lastDay },
    year: { startDate: day(-12), endDate: lastDay },
    // The first of them began in the middle of its month, with the shop.
    '24 months': { startDate: day(-24), endDate: lastDay },
  }
}

export type Range = keyof ReturnType<typeof ranges>
