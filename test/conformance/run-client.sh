# What the suite starts for each scenario: the client, if the scenario is selected. Keeps its exit code, which the suite
# ignores when it runs a whole set.
case " $CONFORMANCE_SELECTED " in
  *" $MCP_CONFORMANCE_SCENARIO "*) ;;
  *) exit 0 ;;
esac
"$@"
code=$?
echo $code >"$CONFORMANCE_EXIT_CODES/$MCP_CONFORMANCE_SCENARIO"
exit $code
