#!/bin/sh
# with-progress.sh 'what is done' COMMAND...: runs a long command quietly, says every ten seconds that it goes on,
# and shows its last lines when it fails. All on standard error: what make prints may go into a file.
exec >&2
what=$1
shift
log=$(mktemp)
began=$(date +%s)
echo "… $what"
"$@" >"$log" 2>&1 &
command=$!
trap 'kill "$command" 2>/dev/null; rm -f "$log"; exit 130' INT TERM
ticks=0
while kill -0 "$command" 2>/dev/null; do
  sleep 0.2
  ticks=$((ticks + 1))
  [ $((ticks % 50)) -ne 0 ] || echo "… $what: $(($(date +%s) - began)) s"
done
wait "$command"
code=$?
if [ "$code" -eq 0 ]; then
  echo "✓ $what ($(($(date +%s) - began)) s)"
else
  echo "✗ $what failed. Last lines:"
  tail -n 20 "$log" | sed 's/^/  /'
fi
rm -f "$log"
exit "$code"
