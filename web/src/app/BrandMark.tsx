/** The mark of the product: a conversation and the panel beside it. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" />;
}
