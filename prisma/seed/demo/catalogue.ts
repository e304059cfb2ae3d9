/** How a product's sales vary over the year: the factor of each month, January first. */
export const seasons = {
  steady: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  summer: [0.4, 0.5, 0.7, 1, 1.4, 1.9, 2, 1.9, 1.3, 0.7, 0.4, 0.4],
  winter: [1.6, 1.5, 1.1, 0.8, 0.5, 0.3, 0.3, 0.4, 0.8, 1.3, 1.7, 1.9],
  gifts: [0.5, 0.7, 0.7, 0.8, 1.2, 0.8, 0.7, 0.7, 0.8, 0.9, 1.5, 3],
} satisfies Record<string, number[]>

export interface DemoProduct {
  name: string
  price: number
  cost: number
  /** How often customers pick it, relative to the other products. */
  popularity: number
  season: keyof typeof seasons
  description?: string
}

function product(
  name: string,
  price: number,
  cost: number,
  popularity: number,
  season: DemoProduct['season'] = 'steady',
  description?: string,
): DemoProduct {
  return { name, price, cost, popularity, season, ...(description ? { description } : {}) }
}

/** The products of a small kitchen and coffee shop, by category. */
export const catalogue: readonly { category: string; products: readonly DemoProduct[] }[] = [
  {
    category: 'Coffee & Tea',
    products: [
      product(
        'House Espresso Blend, 1 kg',
        28,
        14,
        10,
        'steady',
        'Chocolate and hazelnut. Our own.',
      ),
      product('Ethiopia Filter Roast, 250 g', 14, 7, 9, 'steady', 'Washed, floral, light roast.'),
      product('Colombia Filter Roast, 250 g', 13, 6, 8),
      product('Decaf Peru, 250 g', 14, 7, 4, 'steady', 'Decaffeinated with mountain water.'),
      product('Cold Brew Blend, 500 g', 19, 9, 6, 'summer', 'Coarse ground; steep for 14 hours.'),
      product('Earl Grey, loose leaf, 100 g', 9, 4, 5, 'winter'),
      product('Sencha, loose leaf, 100 g', 11, 5, 4),
      product('Chamomile Tea, 20 bags', 7, 3, 5, 'winter'),
      product('Drinking Chocolate, 300 g', 12, 5, 6, 'winter', '70 % cocoa, a little cinnamon.'),
    ],
  },
  {
    category: 'Brewing Gear',
    products: [
      product('Ceramic Pour-Over Dripper 02', 24, 12, 4),
      product('Paper Filters 02, 100 pieces', 6, 2, 10),
      product('French Press, 1 l', 38, 19, 4),
      product('Moka Pot, 6 cups', 42, 22, 4),
      product('Hand Grinder, steel burrs', 69, 39, 3, 'gifts', '38 clicks from espresso to press.'),
      product('Gooseneck Kettle, 0.9 l', 79, 45, 2, 'gifts'),
      product('Milk Frother, handheld', 19, 8, 4, 'gifts'),
      product('Digital Coffee Scale', 45, 24, 3, 'steady', 'Reads 0.1 g, with a timer.'),
    ],
  },
  {
    category: 'Cookware',
    products: [
      product('Cast Iron Skillet, 26 cm', 49, 26, 4, 'steady', 'Pre-seasoned. Wash by hand.'),
      product('Carbon Steel Wok, 32 cm', 58, 31, 2),
      product('Stainless Saucepan, 1.8 l', 44, 24, 3),
      product('Stockpot, 8 l', 74, 42, 2, 'winter'),
      product('Enamelled Casserole, 4.5 l', 139, 82, 2, 'gifts', 'For every hob, and the oven.'),
      product('Non-Stick Frying Pan, 28 cm', 36, 18, 4),
      product('Glass Lid, 28 cm', 16, 7, 3),
    ],
  },
  {
    category: 'Kitchen Tools',
    products: [
      product("Chef's Knife, 20 cm", 84, 46, 3, 'gifts', 'Stainless, full tang. Rinse and dry.'),
      product('Paring Knife, 9 cm', 26, 12, 4),
      product('Bread Knife, 24 cm', 46, 24, 2),
      product('Whetstone 1000/3000', 39, 20, 2),
      product('Oak Chopping Board', 42, 20, 4, 'gifts', 'Oiled oak from the region, 40 x 28 cm.'),
      product('Silicone Spatula', 12, 4, 6),
      product('Fine Grater', 22, 11, 5),
      product('Balloon Whisk', 14, 6, 5),
      product('Kitchen Tongs', 13, 5, 5, 'summer'),
    ],
  },
  {
    category: 'Tableware',
    products: [
      product('Stoneware Dinner Plate', 18, 8, 6),
      product('Stoneware Side Plate', 13, 5, 5),
      product('Pasta Bowl', 17, 7, 5),
      product('Speckled Mug', 16, 7, 9, 'gifts', 'Thrown by hand: no two are the same.'),
      product('Espresso Cup with Saucer', 14, 6, 6),
      product('Serving Platter', 39, 19, 2, 'gifts'),
      product('Flatware Set, 16 pieces', 89, 50, 2, 'gifts'),
    ],
  },
  {
    category: 'Glass & Storage',
    products: [
      product('Water Tumblers, set of 4', 22, 10, 4),
      product('Wine Glasses, set of 2', 26, 12, 4, 'gifts'),
      product('Carafe, 1 l', 24, 11, 3, 'summer'),
      product('Preserving Jar, 1 l', 7, 3, 8, 'summer'),
      product('Preserving Jar, 0.5 l', 5, 2, 8, 'summer'),
      product('Swing-Top Bottle, 0.75 l', 6, 2, 6, 'summer'),
      product('Glass Teapot, 1.2 l', 34, 17, 2, 'winter'),
    ],
  },
  {
    category: 'Baking',
    products: [
      product('Springform Tin, 26 cm', 19, 8, 4),
      product('Loaf Tin', 15, 6, 4),
      product('Muffin Tray, 12 cups', 21, 10, 3),
      product('Beech Rolling Pin', 18, 8, 3),
      product('Cookie Cutters, set of 8', 14, 6, 4, 'gifts'),
      product('Stone-Ground Bread Flour, 5 kg', 13, 7, 7, 'winter'),
      product('Vanilla Pods, 2 in a tube', 9, 4, 5, 'winter'),
      product('Round Proofing Basket', 24, 11, 3),
    ],
  },
  {
    category: 'Linens & Gifts',
    products: [
      product('Linen Tea Towel', 15, 6, 7, 'gifts'),
      product('Washed Cotton Apron', 38, 18, 3, 'gifts'),
      product('Oven Mitts, a pair', 22, 10, 4, 'winter'),
      product('Beeswax Candle', 12, 5, 6, 'winter', 'Burns for about 30 hours.'),
      product('Gift Box "Sunday Breakfast"', 48, 25, 4, 'gifts', 'House blend, two mugs, jam.'),
    ],
  },
]
