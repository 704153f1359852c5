#!/bin/sh
# 毎日 BACKUP_HOUR 時（東京）に控えを取りつづける。compose の backup が動かす。
set -eu
while :; do
  now=$(TZ=JST-9 date +%s)
  today=$(TZ=JST-9 date +%Y-%m-%d)
  next=$(TZ=JST-9 date -d "$today ${BACKUP_HOUR:-2}:00" +%s)
  [ "$next" -gt "$now" ] || next=$((next + 86400))
  sleep "$((next - now))" &
  # 待つあいだも、止める合図にすぐ応じる。
  trap 'kill $! 2>/dev/null; exit 0' TERM INT
  wait $!
  sh "$(dirname "$0")/backup.sh" || echo "backup failed" >&2
done
