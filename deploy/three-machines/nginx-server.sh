#!/bin/sh
# Takes a server out of nginx, or in again: nginx-server.sh out 10.0.0.11:8080
# nginx itself asks no server whether it is about to end, so that it has to be told before.
set -eu
servers=/etc/nginx/conf.d/phonedeck-servers.conf
case $1 in
  out) sed -i "/ down;/! s/^\( *server $2 .*\);/\1 down;/" "$servers" ;;
  in) sed -i "s/^\( *server $2 .*\) down;/\1;/" "$servers" ;;
  *) echo 'nginx-server.sh out|in ADDRESS:PORT' >&2 && exit 2 ;;
esac
nginx -t -q
systemctl reload nginx
