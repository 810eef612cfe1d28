from liveapps.cli import main

main()
