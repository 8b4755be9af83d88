import { productClaim } from '../client/product.ts'

const gate = { x: 430, y: 500 }
const sources = Array.from({ length: 23 }, (_, index) => 40 + index * 42)
const lanes = [150, 330, 500, 670, 850]

/** What comes in arrives from everywhere and leaves on few lanes; below the engine's own sentence it passes a door. */
export function Cover() {
  return (
    <svg className="cover" viewBox="0 0 800 1000" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <g className="flow">
        {sources.map((y, index) => (
          <path key={y} d={into(y, index)} />
        ))}
        {lanes.map((y, index) => (
          <path key={y} d={outOf(y, index)} className="lane" />
        ))}
      </g>
      <g className="arrivals">
        {sources.map((y, index) => (
          // A dash without length and with round ends: a dot, somewhere on its way.
          <path
            key={y}
            d={into(y, index)}
            pathLength={16}
            strokeDasharray="0 16"
            strokeDashoffset={-2 - ((index * 7) % 11)}
            strokeWidth={index % 4 === 0 ? 12 : 8}
          />
        ))}
      </g>
      {!productClaim && (
        <g className="gate" transform={`translate(${gate.x} ${gate.y})`}>
          <path d="M-70 190V-60a70 70 0 0 1 140 0V190" />
          <path d="M-38 190V-56a38 38 0 0 1 76 0V190" className="inner" />
        </g>
      )}
    </svg>
  )
}

/** The height at which one of many lines passes the gate. */
const passing = (index: number, count: number) => gate.y + (index - (count - 1) / 2) * (90 / count)

function into(y: number, index: number): string {
  const height = passing(index, sources.length)
  return `M-10 ${y}C210 ${y} 230 ${height} ${gate.x} ${height}`
}

function outOf(y: number, index: number): string {
  const height = passing(index, lanes.length)
  return `M${gate.x} ${height}C620 ${height} 620 ${y} 820 ${y}`
}
