#!/bin/sh
# 控えを一つ取り、新しいものから BACKUP_KEEP 個だけ残す。cron、systemd のタイマー、compose のどれからでも。
#   BACKUP_DIR   置き場所   BACKUP_KEEP   残す数（14）   KOBA   展開したフォルダー
set -eu
umask 077
dir=${BACKUP_DIR:-/var/lib/koba/backup}
keep=${BACKUP_KEEP:-14}
mkdir -p "$dir"
file=$dir/koba-$(TZ=JST-9 date +%Y%m%d-%H%M%S).gz
# 途中で倒れても、書きかけ（koba-….gz.番号）は控えの名前を持たない。一日たったものを片づける。
find "$dir" -maxdepth 1 -name 'koba-*.gz.*' -mtime +0 -exec rm -f {} +
node "${KOBA:-/opt/koba}/bin/operator.mjs" backup "$file"
ls -1 "$dir"/koba-*.gz | sort -r | tail -n +"$((keep + 1))" | while read -r old; do rm -f "$old"; done
