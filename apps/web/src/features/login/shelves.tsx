/** The mark, grown into a stock room: for the eye alone. */
export function Shelves() {
  return (
    <svg viewBox="0 0 320 240" aria-hidden className="w-full max-w-sm">
      <g className="fill-sidebar-accent">
        <path d="M18 26h44v34H18zM70 40h26v20H70zM214 22h38v38h-38zM260 36h30v24h-30z" />
        <path d="M40 96h34v34H40zM82 84h46v46H82zM240 92h52v38h-52z" />
        <path d="M18 170h52v30H18zM150 158h36v42h-36zM194 174h30v26h-30zM262 164h28v36h-28z" />
      </g>
      <g className="fill-mark-box">
        <path d="M112 30h36v30h-36z" />
        <path d="M176 100h38v30h-38z" />
        <path d="M92 166h40v34H92z" />
      </g>
      <path
        d="M8 64h304M8 134h304M8 204h304"
        className="stroke-sidebar-muted/60"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  )
}
