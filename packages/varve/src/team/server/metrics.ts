/** What a server counts, as Prometheus reads it. There is no name of a person, a project or a token in it. */
export interface Metrics {
  answered(call: string, status: number, seconds: number): void
  appended(records: number): void
  sent(records: number): void
  render(): string
}

/** Upper ends, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const buckets = BUCKETS.map(() => 0)
  let [count, seconds, appended, sent] = [0, 0, 0, 0]
  return {
    answered(call, status, took) {
      const labels = `{call="${call}",status="${status}"}`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
      for (const [index, end] of BUCKETS.entries())
        if (took <= end) buckets[index] = (buckets[index] ?? 0) + 1
      count += 1
      seconds += took
    },
    appended(records) {
      appended += records
    },
    sent(records) {
      sent += records
    },
    render: () =>
      [
        ...family('varve_team_requests_total', 'counter', 'Requests by call and status.'),
        ...[...requests].sort().map(([labels, n]) => `varve_team_requests_total${labels} ${n}`),
        ...family('varve_team_request_seconds', 'histogram', 'How long answers took.'),
        ...BUCKETS.map((end, index) => `varve_team_request_seconds_bucket{le="${end}"} ${buckets[index]}`),
        `varve_team_request_seconds_bucket{le="+Inf"} ${count}`,
        `varve_team_request_seconds_sum ${seconds}`,
        `varve_team_request_seconds_count ${count}`,
        ...family('varve_team_records_appended_total', 'counter', 'Records that members handed in.'),
        `varve_team_records_appended_total ${appended}`,
        ...family('varve_team_records_sent_total', 'counter', 'Records that members took.'),
        `varve_team_records_sent_total ${sent}`,
        '',
      ].join('\n'),
  }
}

function family(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}
