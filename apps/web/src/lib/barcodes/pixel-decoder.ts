import BinaryBitmap from '@zxing/library/es2015/core/BinaryBitmap'
import HybridBinarizer from '@zxing/library/es2015/core/common/HybridBinarizer'
import Code128Reader from '@zxing/library/es2015/core/oned/Code128Reader'
import MultiFormatUPCEANReader from '@zxing/library/es2015/core/oned/MultiFormatUPCEANReader'
import QRCodeReader from '@zxing/library/es2015/core/qrcode/QRCodeReader'
import RGBLuminanceSource from '@zxing/library/es2015/core/RGBLuminanceSource'

// Single files of the library: its index loads every format, which is three times as much.
const readers = [new MultiFormatUPCEANReader(new Map()), new Code128Reader(), new QRCodeReader()]

/** Finds an EAN, a UPC, a Code 128 or a QR code in RGBA pixels. Bars must stand upright. */
export function decodePixels({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>) {
  const bitmap = new BinaryBitmap(
    new HybridBinarizer(new RGBLuminanceSource(toLuminances(data), width, height)),
  )
  for (const reader of readers) {
    try {
      return reader.decode(bitmap).getText()
    } catch {
      // The library throws if the picture has no code of this kind, or one that is damaged.
    }
  }
  return null
}

function toLuminances(pixels: Uint8ClampedArray) {
  const luminances = new Uint8ClampedArray(pixels.length / 4)
  for (let place = 0; place < luminances.length; place += 1) {
    const first = place * 4
    const [red, green, blue] = [pixels[first], pixels[first + 1], pixels[first + 2]]
    luminances[place] = ((red ?? 0) + 2 * (green ?? 0) + (blue ?? 0)) / 4
  }
  return luminances
}
