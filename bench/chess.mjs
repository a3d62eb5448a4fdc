// Times how long swiss-pairing and tournament-pairings take for round 7 of a section, and
// sets it against the Go benchmark's output, whose file is the argument.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Swiss } from 'tournament-pairings'

const swissPairing = createRequire(import.meta.url)('swiss-pairing')({ maxPerRound: 1 })

const rounds = 6 // played before the one that is paired, as in the Go benchmark

// section plays the rounds: neighbours in score who have not met, results by a fixed
// sequence of numbers, so that every run has the same.
function section(size) {
  let seed = 22
  const chance = (n) => (seed = (seed * 48271) % 2147483647) % n
  const players = Array.from({ length: size }, (_, i) =>
    ({ id: i + 1, rating: 2200 - Math.floor((2000 * (i + 1)) / size), score: 0, avoid: [], seating: [] }))
  const matches = []
  for (let round = 1; round <= rounds; round++) {
    const free = [...players].sort((a, b) => b.score - a.score || a.id - b.id)
    while (free.length > 0) {
      const a = free.shift()
      const at = Math.max(0, free.findIndex((b) => !a.avoid.includes(b.id)))
      const [b] = free.splice(at, 1)
      const points = [0, 0.5, 1][chance(3)]
      a.score += points
      b.score += 1 - points
      a.avoid.push(b.id)
      b.avoid.push(a.id)
      a.seating.push(1)
      b.seating.push(-1)
      matches.push({ round, home: { id: a.id, points }, away: { id: b.id, points: 1 - points } })
    }
  }
  return { players, matches }
}

// time of one run, in milliseconds. One is enough: what is compared is hundreds of times apart.
function time(run) {
  const begin = process.hrtime.bigint()
  run()
  return Number(process.hrtime.bigint() - begin) / 1e6
}

function ours(size) {
  const line = readFileSync(process.argv[2], 'utf8').split('\n').find((l) => l.includes(`players=${size}`))
  return Number(line.match(/([\d.]+) ns\/op/)[1]) / 1e6
}

const row = (...cells) => console.log(cells.map((c, i) => (i ? c.padStart(14) : c.padEnd(22))).join(''))
row('round 7', 'ms', 'times ours')
for (const size of [200, 1000]) {
  const { players, matches } = section(size)
  const here = ours(size)
  const participants = players.map(({ id }) => ({ id, seed: id }))
  const theirs = {
    'swiss-pairing': () => swissPairing.getMatchups(rounds + 1, participants, matches),
    'tournament-pairings': () => Swiss(structuredClone(players), rounds + 1, true, true),
  }
  row(`${size} players`, here.toFixed(1), '1')
  for (const [name, run] of Object.entries(theirs)) {
    const ms = time(run)
    row(`  ${name}`, ms.toFixed(1), (ms / here).toFixed(0))
  }
}
