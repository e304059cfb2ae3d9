#!/bin/sh
# Patroni calls it once, with the address of the new PostgreSQL.
exec psql "$1" --command 'create database stockie'
