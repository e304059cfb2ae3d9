-- What the command line did, newest first.
CREATE INDEX "activities_by_command_line_at_id_idx" ON activities ("at", "id") WHERE by_command_line;
