const gate = { x: 430, y: 500 }
const sources = Array.from({ length: 23 }, (_, index) => 40 + index * 42)
const lanes = [150, 330, 500, 670, 850]

/** What comes in arrives from everywhere, passes one gate and leaves on few lanes. */
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
        {sources.map((y, index) => {
          const [x, height] = along(y, index, 0.12 + ((index * 7) % 11) / 16)
          return <circle key={y} cx={x} cy={height} r={index % 4 === 0 ? 6 : 4} />
        })}
      </g>
      <g className="gate" transform={`translate(${gate.x} ${gate.y})`}>
        <path d="M-70 190V-60a70 70 0 0 1 140 0V190" />
        <path d="M-38 190V-56a38 38 0 0 1 76 0V190" className="inner" />
      </g>
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

/** A point on the way in, at a part from 0 to 1 of its curve. */
function along(y: number, index: number, part: number): [x: number, y: number] {
  const height = passing(index, sources.length)
  const rest = 1 - part
  const bezier = (a: number, b: number, c: number, d: number) =>
    rest ** 3 * a + 3 * rest ** 2 * part * b + 3 * rest * part ** 2 * c + part ** 3 * d
  return [bezier(-10, 210, 230, gate.x), bezier(y, y, height, height)]
}
